// Choosing in a list: all of the page at once, how many are chosen, and keys to go through it (j, k, x). Without it the
// boxes work one by one.
(() => {
    "use strict";
    const boxes = [...document.querySelectorAll("input[name=chosen]")];
    const all = document.querySelector("[data-all]");
    const count = document.querySelector("[data-count]");
    const told = () => {
        const chosen = boxes.filter((box) => box.checked).length;
        count.textContent = chosen ? `(${chosen})` : "";
        all.checked = chosen === boxes.length;
        all.indeterminate = chosen > 0 && chosen < boxes.length;
    };
    if (all && count) {
        all.parentElement.hidden = false;
        all.addEventListener("change", () => {
            for (const box of boxes) {
                box.checked = all.checked;
            }
            told();
        });
        for (const box of boxes) {
            box.addEventListener("change", told);
        }
        window.addEventListener("pageshow", told); // The browser's own "back" brings the boxes as they were.
    }
    const typing = (target) => /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && target.type !== "checkbox";
    document.addEventListener("keydown", (event) => {
        if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) {
            return;
        }
        if (document.querySelector("dialog[open]")) {
            return;
        }
        const cards = [...document.querySelectorAll(".hs-pair")];
        const at = cards.findIndex((card) => card.parentElement.contains(document.activeElement));
        if (event.key === "j" || event.key === "k") {
            const to = at < 0 ? 0 : at + (event.key === "j" ? 1 : -1);
            if (cards[to]) {
                event.preventDefault();
                cards[to].focus();
            }
        } else if (event.key === "?") {
            event.preventDefault();
            document.getElementById("hs-keys").showModal();
        } else if (event.key === "x" && at >= 0 && !event.repeat) {
            const box = cards[at].parentElement.querySelector("input[name=chosen]");
            if (box) {
                event.preventDefault();
                box.click();
            }
        }
    });
})();
