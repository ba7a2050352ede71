/**
 * A separate process: writes a fragmented video as one unfragmented file, with its packets unchanged. The library
 * parses untrusted input; its failures are contained here. Exit code 0 on success, 1 for an unreadable video.
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
