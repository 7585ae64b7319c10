// Buttons that copy a block of text. Without this the blocks are selected whole by one click.
(() => {
    "use strict";
    const chosen = (block) => {
        const range = document.createRange();
        range.selectNodeContents(block);
        const selection = window.getSelection();
        selection.removeAllRanges();
        selection.addRange(range);
    };
    const copy = async (block) => {
        if (navigator.clipboard) {
            try {
                await navigator.clipboard.writeText(block.textContent);
                return true;
            } catch {
                // Refused by the browser: the older way may still be allowed.
            }
        }
        chosen(block);
        return document.execCommand("copy"); // Over plain HTTP there is no other way.
    };
    for (const button of document.querySelectorAll("[data-copies]")) {
        const block = document.getElementById(button.dataset.copies);
        const before = button.textContent;
        button.hidden = false;
        button.setAttribute("aria-live", "polite");
        button.addEventListener("click", async () => {
            if (await copy(block)) {
                button.textContent = button.dataset.done;
                setTimeout(() => { button.textContent = before; }, 2000);
            }
        });
    }
})();
