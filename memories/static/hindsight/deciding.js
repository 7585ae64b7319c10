// Keys of the page of a conflict. Everything works without them; a key presses the button that shows it.
(() => {
    "use strict";
    const typing = (target) => target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
    document.addEventListener("keydown", (event) => {
        if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) {
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
        const then = wanted.form && wanted.form.elements.namedItem("then");
        if (then) {
            then.value = "next";
        }
        wanted.click();
    });
})();
