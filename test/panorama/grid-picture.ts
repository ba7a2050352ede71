import sharp from "sharp";

/**
 * An equirectangular picture that reveals every projection error: lines every 15 degrees, every field with its own
 * colour and labelled with its yaw and pitch.
 */
export async function gridPicture(width = 4096): Promise<Buffer> {
  const height = width / 2;
  const cell = width / 24;
  const fields: string[] = [];
  for (let row = 0; row < 12; row++) {
    for (let col = 0; col < 24; col++) {
      const [yaw, pitch] = [col * 15 - 180, 90 - row * 15];
      const [x, y] = [col * cell, row * cell];
      fields.push(
        `<rect x="${x}" y="${y}" width="${cell}" height="${cell}" fill="hsl(${col * 15},${30 + row * 5}%,${25 + row * 4}%)"/>`,
        `<path d="M${x} ${y}h${cell}M${x} ${y}v${cell}" stroke="#fff" stroke-width="3"/>`,
        `<text x="${x + 8}" y="${y + 40}" font-size="32" font-family="sans-serif" fill="#fff">${yaw} ${pitch}</text>`,
        `<circle cx="${x + cell / 2}" cy="${y + cell / 2}" r="${cell / 5}" fill="none" stroke="#000" stroke-width="6"/>`,
      );
    }
  }
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${fields.join("")}</svg>`;
  return sharp(Buffer.from(drawing)).removeAlpha().png({ compressionLevel: 1 }).toBuffer();
}
