/** Supported by Chrome and Edge; type libraries do not have it yet. */
interface TrackProcessor<T> {
  readonly readable: ReadableStream<T>;
}
type TrackProcessorClass = new <T>(options: { track: MediaStreamTrack }) => TrackProcessor<T>;

function processorOf(): TrackProcessorClass | undefined {
  return (window as { MediaStreamTrackProcessor?: TrackProcessorClass }).MediaStreamTrackProcessor;
}

/** Passes every frame of a track to `take`, which must close it, until the returned function is called. */
export function watchPictures(track: MediaStreamTrack, take: (frame: VideoFrame) => void): () => void {
  const Processor = processorOf();
  return Processor === undefined
    ? watchByElement(track, take)
    : readAll(new Processor<VideoFrame>({ track }).readable, take);
}

/** The same for sound. */
export function watchSound(track: MediaStreamTrack, take: (data: AudioData) => void): () => void {
  const Processor = processorOf();
  return Processor === undefined
    ? watchByContext(track, take)
    : readAll(new Processor<AudioData>({ track }).readable, take);
}

function readAll<T extends { close(): void }>(
  stream: ReadableStream<T>,
  take: (value: T) => void,
): () => void {
  const reader = stream.getReader();
  const read = async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      take(value);
    }
  };
  // A removed track ends its stream; the owner of the track reports it.
  read().catch(() => undefined);
  return () => void reader.cancel().catch(() => undefined);
}

/** Where frames cannot be read from the track: as displayed by an element of the page. */
function watchByElement(track: MediaStreamTrack, take: (frame: VideoFrame) => void): () => void {
  const video = document.createElement("video");
  video.muted = true;
  video.playsInline = true;
  video.srcObject = new MediaStream([track]);
  let isOver = false;
  const next = () =>
    void video.requestVideoFrameCallback(() => {
      if (isOver) return;
      if (video.videoWidth > 0) take(new VideoFrame(video, { timestamp: performance.now() * 1000 }));
      next();
    });
  next();
  void video.play().catch(() => undefined);
  return () => {
    isOver = true;
    video.srcObject = null;
  };
}

/** One channel, in pieces of a tenth of a second or less. */
function watchByContext(track: MediaStreamTrack, take: (data: AudioData) => void): () => void {
  const context = new AudioContext();
  const source = context.createMediaStreamSource(new MediaStream([track]));
  const processor = context.createScriptProcessor(2048, 1, 1);
  processor.addEventListener("audioprocess", ({ inputBuffer }) =>
    take(
      new AudioData({
        format: "f32-planar",
        sampleRate: inputBuffer.sampleRate,
        numberOfFrames: inputBuffer.length,
        numberOfChannels: 1,
        timestamp: performance.now() * 1000,
        data: inputBuffer.getChannelData(0),
      }),
    ),
  );
  source.connect(processor);
  // Without a destination, nothing is pulled; the output is silence.
  processor.connect(context.destination);
  return () => {
    source.disconnect();
    processor.disconnect();
    void context.close();
  };
}
