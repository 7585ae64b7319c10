// A page of something that goes on: its changing part is fetched again until it has ended.
(() => {
    "use strict";
    const EVERY = 2000;
    const again = async () => {
        const old = document.querySelector("[data-going]");
        if (!old) {
            return;
        }
        if (!document.hidden) {
            try {
                const answer = await fetch(location.href, { headers: { "X-Requested-With": "fetch" } });
                const page = new DOMParser().parseFromString(await answer.text(), "text/html");
                const now = page.getElementById(old.id);
                if (answer.ok && now) {
                    old.replaceWith(document.importNode(now, true));
                }
            } catch {
                // The server is away for a moment; the next try may find it.
            }
        }
        setTimeout(again, EVERY);
    };
    setTimeout(again, EVERY);
})();
