/** The line to the server: every state as it comes, and whether the line is up. It mends itself. */

const SILENCE_MS = 25_000;
const RETRY_MS = 1_000;
const RETRY_MAX_MS = 5_000;

/**
 * Listens to the server for as long as the page lives.
 * @param {(state: object) => void} onState a full snapshot; after a restart its seq may be lower, and it counts all the same
 * @param {(isUp: boolean) => void} onLine called whenever the line comes up or goes down
 */
export function listen(onState, onLine) {
  let source = null;
  let silence = 0;
  let retry = 0;
  let retryMs = RETRY_MS;

  function heard() {
    clearTimeout(silence);
    silence = setTimeout(reopen, SILENCE_MS);
    retryMs = RETRY_MS;
    onLine(true);
  }

  // The server speaks at least every ten seconds; a Wi-Fi that fell asleep leaves a line that is open and dead.
  function reopen() {
    source?.close();
    clearTimeout(silence);
    clearTimeout(retry);
    source = new EventSource("/events");
    silence = setTimeout(lost, SILENCE_MS);
    source.addEventListener("open", heard);
    source.addEventListener("beat", heard);
    source.addEventListener("state", (event) => {
      heard();
      const state = parse(event.data);
      if (state) onState(state);
    });
    source.addEventListener("error", lost);
  }

  function lost() {
    onLine(false);
    source?.close();
    clearTimeout(silence);
    clearTimeout(retry);
    retry = setTimeout(reopen, retryMs);
    retryMs = Math.min(retryMs * 1.5, RETRY_MAX_MS);
  }

  addEventListener("online", reopen);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && source?.readyState !== EventSource.OPEN) reopen();
  });
  reopen();
}

function parse(data) {
  try {
    const state = JSON.parse(data);
    return state && typeof state === "object" ? state : null;
  } catch {
    return null;
  }
}
