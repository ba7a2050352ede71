/** Why there is no camera: the texts are in `live.golive`. */
export type CameraProblem = "insecure" | "no_codecs" | "refused" | "no_camera" | "busy";

export class NoCamera extends Error {
  readonly problem: CameraProblem;
  constructor(problem: CameraProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** Profiles, best first: those encoded by a phone's chip, then those that every encoder supports. */
const profiles = ["avc1.640029", "avc1.4d0029", "avc1.42e029", "avc1.42e01f"];

/** The codec with which this browser can encode video; throws NoCamera where there is none. */
export async function findCodec(): Promise<string> {
  if (!window.isSecureContext) throw new NoCamera("insecure");
  if (!("VideoEncoder" in window) || navigator.mediaDevices === undefined) throw new NoCamera("no_codecs");
  for (const codec of profiles) {
    const config = { codec, width: 1280, height: 720, bitrate: 2_500_000, framerate: 30 };
    const { supported } = await VideoEncoder.isConfigSupported(config).catch(() => ({ supported: false }));
    if (supported === true) return codec;
  }
  throw new NoCamera("no_codecs");
}

/** One camera in the selection. */
export interface CameraChoice {
  /** Null for any camera on the back of the phone. */
  readonly id: string | null;
}

const picture = { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30, max: 30 } };

/** Camera and microphone; the camera alone where there is no microphone, or none that is allowed. */
export async function openCamera({ id }: CameraChoice): Promise<MediaStream> {
  const video = {
    ...picture,
    ...(id === null ? { facingMode: { ideal: "environment" } } : { deviceId: { exact: id } }),
  };
  const sound = { echoCancellation: true, noiseSuppression: true };
  try {
    return await navigator.mediaDevices.getUserMedia({ video, audio: sound });
  } catch (error) {
    const first = problemOf(error);
    if (first === "busy") throw new NoCamera(first);
    return navigator.mediaDevices.getUserMedia({ video, audio: false }).catch((second: unknown) => {
      throw new NoCamera(problemOf(second));
    });
  }
}

function problemOf(error: unknown): CameraProblem {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "refused";
  return name === "NotReadableError" || name === "AbortError" ? "busy" : "no_camera";
}

/** The available cameras; their names are known once one of them is open. */
export async function listCameras(): Promise<MediaDeviceInfo[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices.filter(({ kind }) => kind === "videoinput");
}

export function closeCamera(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}
