/**
 * A process of its own: writes a film that came in fragments as one whole, its packets as they are. The library reads
 * what strangers sent; whatever that leads it to ends here. Exit code 0 when it is done, 1 for a film it cannot read.
 */

import {
  ALL_FORMATS,
  Conversion,
  FilePathSource,
  FilePathTarget,
  Input,
  Mp4OutputFormat,
  Output,
} from "mediabunny";
import { isDiskFull } from "#server/platform/error-code.ts";

const [source = "", target = ""] = process.argv.slice(2);
try {
  const input = new Input({ source: new FilePathSource(source), formats: ALL_FORMATS });
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: false }),
    target: new FilePathTarget(target),
  });
  const conversion = await Conversion.init({ input, output, showWarnings: false });
  if (conversion.isValid) await conversion.execute();
  process.exitCode = conversion.isValid ? 0 : 1;
} catch (error) {
  process.stderr.write(String(error).slice(0, 500));
  process.exitCode = isDiskFull(error) ? 2 : 1;
}
