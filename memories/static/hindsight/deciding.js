// Keys of the pages on which something is decided. Everything works without them; a key presses the button that shows
// it, or follows the link.
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
    const open = (part) => {
        if (part.tagName === "DIALOG") {
            part.showModal();
            return;
        }
        part.open = true;
        part.querySelector("textarea").focus();
    };
    for (const button of document.querySelectorAll("[data-opens]")) {
        button.hidden = false;
        button.addEventListener("click", (event) => {
            event.preventDefault();
            open(document.getElementById(button.dataset.opens));
        });
    }
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
                open(help);
            }
            return;
        }
        const wanted = document.querySelector(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
        if (!wanted) {
            return;
        }
        event.preventDefault();
        if (wanted.tagName === "DETAILS") {
            open(wanted);
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
