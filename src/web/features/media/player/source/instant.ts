/** The buffer beyond this many seconds before the newest picture is removed. */
const keptSeconds = 8;
/** Further behind than this it jumps; below it plays slightly faster until it has caught up. Seconds. */
const jumpSeconds = 2;
const nearSeconds = 0.35;

/**
 * Plays fragmented MP4 from a socket as it arrives. The first message is text, `{ "mime": … }`, and is repeated when
 * the sender changes; the initialization segment and the fragments follow, in binary.
 */
export function playInstant(video: HTMLVideoElement, address: string, failed: () => void): { close(): void } {
  const socket = new WebSocket(new URL(address, location.href.replace(/^http/, "ws")));
  socket.binaryType = "arraybuffer";
  let source: MediaSource | undefined;
  let buffer: SourceBuffer | undefined;
  let queue: ArrayBuffer[] = [];
  let url = "";
  let isOver = false;

  const close = () => {
    isOver = true;
    socket.close();
    if (url !== "") URL.revokeObjectURL(url);
  };
  const fail = () => {
    if (isOver) return;
    close();
    failed();
  };
  const feed = () => {
    if (!buffer || buffer.updating || isOver || source?.readyState !== "open") return;
    const { buffered } = buffer;
    const first = buffered.length > 0 ? buffered.start(0) : 0;
    try {
      if (video.currentTime - first > keptSeconds * 2) buffer.remove(0, video.currentTime - keptSeconds);
      else {
        const next = queue.shift();
        if (next) buffer.appendBuffer(next);
      }
    } catch {
      fail();
    }
  };
  const follow = () => {
    const { buffered } = video;
    if (buffered.length === 0) return;
    const newest = buffered.end(buffered.length - 1);
    const late = newest - video.currentTime;
    if (late > jumpSeconds || video.currentTime < buffered.start(buffered.length - 1))
      video.currentTime = newest - nearSeconds / 2;
    video.playbackRate = late > nearSeconds * 2 ? 1.1 : 1;
    if (video.paused && !video.ended) void video.play().catch(() => undefined);
  };
  const begin = (mime: string) => {
    if (!MediaSource.isTypeSupported(mime)) {
      fail();
      return;
    }
    if (url !== "") URL.revokeObjectURL(url);
    queue = [];
    buffer = undefined;
    const own = new MediaSource();
    source = own;
    url = URL.createObjectURL(own);
    own.addEventListener("sourceopen", () => {
      if (source !== own || isOver) return;
      buffer = own.addSourceBuffer(mime);
      buffer.addEventListener("updateend", () => {
        follow();
        feed();
      });
      buffer.addEventListener("error", fail);
      feed();
    });
    video.src = url;
  };
  socket.addEventListener("message", ({ data }: MessageEvent<string | ArrayBuffer>) => {
    if (typeof data === "string") {
      const { mime } = JSON.parse(data) as { mime?: string };
      if (mime !== undefined) begin(mime);
      return;
    }
    queue.push(data);
    feed();
  });
  socket.addEventListener("close", fail);
  socket.addEventListener("error", fail);
  return { close };
}
