import { drawQr, qrPng, qrSvg } from "#web/lib/qr-drawing.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { useText } from "#web/lib/use-text.ts";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";
import { QrCode } from "#web/ui/qr-code.tsx";

export interface QrPartProps {
  url: string;
  /** Name of the link's target. */
  name: string;
}

/** A link as a QR code, to be scanned or saved for a notice board. */
export function QrPart({ url, name }: QrPartProps) {
  const t = useText();
  const save = async (format: "png" | "svg") => {
    const drawing = await drawQr(url);
    const file =
      format === "svg" ? new Blob([qrSvg(drawing)], { type: "image/svg+xml" }) : await qrPng(drawing);
    if (file !== null) saveFile(file, `${fileName(name)}.${format}`);
  };
  return (
    <div className="flex items-center gap-5">
      <QrCode text={url} label={t("sharing.links.qr", { name })} className="size-36" />
      <div className="flex flex-col items-start gap-2 text-ink-muted">
        <p>{t("sharing.links.qr_text")}</p>
        <PlainButton size="sm" onClick={() => void save("png")}>
          {t("sharing.links.download_png")}
        </PlainButton>
        <PlainButton size="sm" onClick={() => void save("svg")}>
          {t("sharing.links.download_svg")}
        </PlainButton>
      </div>
    </div>
  );
}

/** A file name that every system accepts. */
function fileName(name: string): string {
  const kept = name
    .normalize("NFC")
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-+|-+$/g, "");
  return kept === "" ? "qr" : `qr-${kept.slice(0, 60)}`;
}
