// Keys of the page of a conflict. Everything works without them; a key presses the button that shows it.
(() => {
    "use strict";
    // A key that is held down repeats on the next page too, and would decide there what nobody has read.
    let chosen = false;
    window.addEventListener("pageshow", (event) => {
        if (event.persisted) {
            chosen = false; // Come back to by the browser's own "back", as it was left.
        }
    });
    const typing = (target) => target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
    document.addEventListener("keydown", (event) => {
        if (event.repeat || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) {
            return;
        }
        if (document.querySelector("dialog[open]")) {
            return;
        }
        if (event.key === "?") {
            const help = document.getElementById("hs-keys");
            if (help) {
                event.preventDefault();
                help.open = !help.open;
                help.querySelector("summary").focus();
            }
            return;
        }
        const wanted = document.querySelector(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
        if (!wanted) {
            return;
        }
        event.preventDefault();
        if (wanted.tagName === "DETAILS") {
            wanted.open = true;
            wanted.querySelector("textarea").focus();
            return;
        }
        if (chosen) {
            return; // The first key is on its way; a second would be refused as decided already.
        }
        chosen = true;
        const then = wanted.form && wanted.form.elements.namedItem("then");
        if (then) {
            then.value = "next";
        }
        wanted.click();
    });
})();
