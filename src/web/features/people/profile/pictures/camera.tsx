import { Camera as CameraIcon } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";

/** The camera requires https or localhost. */
export const hasCamera = (): boolean => globalThis.navigator?.mediaDevices?.getUserMedia !== undefined;

export interface CameraProps {
  onTaken: (file: File) => void;
  onBack: () => void;
}

/** The device's camera, previewed mirrored; the picture itself is not mirrored. */
export function Camera({ onTaken, onBack }: CameraProps) {
  const t = useText();
  const video = useRef<HTMLVideoElement>(null);
  const [isReady, setIsReady] = useState(false);
  const [isRefused, setIsRefused] = useState(false);

  useEffect(() => {
    let stream: MediaStream | null = null;
    let isOver = false;
    const stop = () => stream?.getTracks().forEach((track) => track.stop());
    void (async () => {
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "user", width: 1280 } });
        if (isOver) stop();
        else if (video.current !== null) video.current.srcObject = stream;
      } catch {
        if (!isOver) setIsRefused(true);
      }
    })();
    return () => {
      isOver = true;
      stop();
    };
  }, []);

  async function take(): Promise<void> {
    const from = video.current;
    if (from === null) return;
    const canvas = document.createElement("canvas");
    canvas.width = from.videoWidth;
    canvas.height = from.videoHeight;
    canvas.getContext("2d")?.drawImage(from, 0, 0);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.95));
    if (blob !== null) onTaken(new File([blob], "camera.jpg", { type: "image/jpeg" }));
  }

  return (
    <div className="flex flex-col gap-4">
      {isRefused ? (
        <Banner tone="warn">{t("profile.pictures.camera_refused")}</Banner>
      ) : (
        <video
          ref={video}
          autoPlay
          muted
          playsInline
          aria-label={t("profile.pictures.camera")}
          onLoadedData={() => setIsReady(true)}
          className="aspect-video w-full -scale-x-100 rounded-lg bg-black object-cover"
        />
      )}
      <div className="flex justify-center gap-2">
        <Button onPress={onBack}>{t("common.back")}</Button>
        {!isRefused && (
          <Button variant="primary" icon={CameraIcon} isDisabled={!isReady} onPress={() => void take()}>
            {t("profile.pictures.take")}
          </Button>
        )}
      </div>
    </div>
  );
}
