/** The part in use of a package without types of its own. */
declare module "subset-font" {
  interface SubsetOptions {
    readonly targetFormat: "woff2";
    readonly keepAllGlyphs: true;
    /** Ranges of the axes that are kept, by the tag of the axis. */
    readonly variationAxes: Readonly<Record<string, { readonly min: number; readonly max: number }>>;
    readonly preserveNameIds: readonly number[];
  }
  /** @param text null with `keepAllGlyphs` */
  export default function subsetFont(font: Buffer, text: null, options: SubsetOptions): Promise<Buffer>;
}
