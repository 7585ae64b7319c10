// The zone of whoever looks, for the times on the pages that follow.
(() => {
    "use strict";
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const known = document.cookie.split("; ").find((part) => part.startsWith("hindsight_zone="));
    if (!zone || known === `hindsight_zone=${zone}`) {
        return;
    }
    document.cookie = `hindsight_zone=${zone}; path=/; max-age=31536000; samesite=lax`;
})();
