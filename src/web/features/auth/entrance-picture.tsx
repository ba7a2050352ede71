/** The site behind the way in; a shade below keeps the sentence on it legible. */
export function EntrancePicture() {
  return (
    <div aria-hidden className="absolute inset-0 bg-[oklch(0.3_0.05_255)]">
      <div className="absolute inset-0 bg-[linear-gradient(155deg,oklch(0.62_0.13_250),oklch(0.36_0.09_258)_55%,oklch(0.24_0.05_262))]" />
      <div className="absolute inset-0 bg-linear-to-t from-black/65 via-black/10 to-transparent" />
    </div>
  );
}
