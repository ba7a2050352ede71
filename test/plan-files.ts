// oxlint-disable-next-line import/no-named-as-default -- the types know the default alone
import PDFDocument from "pdfkit";

export interface DrawnPdf {
  /** Size of each page in points; two A3 landscape pages by default. */
  readonly pages?: readonly (readonly [width: number, height: number])[];
  /** Encrypts the file. */
  readonly password?: string;
}

/** A PDF with a line drawing on every page, and a large page number. */
export function planPdf({ pages = [A3, A3], password }: DrawnPdf = {}): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const pdf = new PDFDocument({
      autoFirstPage: false,
      ...(password !== undefined && { userPassword: password, pdfVersion: "1.7" as const }),
    });
    pdf.on("data", (part: Buffer) => parts.push(part));
    pdf.on("end", () => resolve(Buffer.concat(parts)));
    pdf.on("error", reject);
    for (const [at, size] of pages.entries()) {
      const [width, height] = size;
      pdf.addPage({ size: [width, height], margin: 0 });
      pdf.rect(width * 0.05, height * 0.05, width * 0.9, height * 0.9).stroke();
      for (let line = 1; line < 12; line++) {
        const x = width * (0.05 + (0.9 * line) / 12);
        pdf
          .moveTo(x, height * 0.05)
          .lineTo(x, height * 0.95)
          .stroke();
        pdf.fontSize(6).text(`${at + 1}.${line}`, x + 2, height * 0.1, { lineBreak: false });
      }
      pdf
        .fontSize(Math.min(width, height) * 0.2)
        .text(`P${at + 1}`, width * 0.4, height * 0.4, { lineBreak: false });
    }
    pdf.end();
  });
}

/** In points. */
export const A3 = [1190.55, 841.89] as const;
export const A0 = [3370.39, 2383.94] as const;
