import { linesOf } from '../../api/batch';

interface Followed {
  /** Of the response that the stream continues. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Ends everything. */
  readonly signal: AbortSignal;
  readonly onData: (data: unknown) => void;
  /** Called when the stream opens and when it ends. */
  readonly onOpen: (isOpen: boolean) => void;
}

/** Before the stream is opened again. */
const PAUSE_MS = 30_000;
/** The server sends something every 5 s: otherwise the connection is lost without an end. */
const MAX_SILENCE_MS = 20_000;

/** The stream that continues a response of `/realtime`. It has the same parameters. */
const streamOf = (url: string): string => url.replace('/realtime', '/live');

/** Follows a stream of events, while the page is visible. */
export async function follow({ url, headers, signal, onData, onOpen }: Followed): Promise<void> {
  for (;;) {
    const ended = new AbortController();
    const endIfHidden = () => document.hidden && ended.abort();
    document.addEventListener('visibilitychange', endIfHidden);
    endIfHidden();
    let silence = setTimeout(() => ended.abort(), MAX_SILENCE_MS);
    try {
      const response = await fetch(streamOf(url), {
        headers,
        signal: AbortSignal.any([signal, ended.signal]),
      });
      if (response.ok) {
        onOpen(true);
        for await (const line of linesOf(response)) {
          clearTimeout(silence);
          silence = setTimeout(() => ended.abort(), MAX_SILENCE_MS);
          if (line.startsWith('data: ')) onData(JSON.parse(line.slice(6)));
        }
      }
    } catch {
      // The page polls until the stream is open again.
    }
    clearTimeout(silence);
    document.removeEventListener('visibilitychange', endIfHidden);
    if (signal.aborted) return;
    onOpen(false);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
