import { parseArgs } from "node:util";
import { S3Service } from "./index.ts";

/* `node test/s3-service/main.ts --port 9100 [--bucket sitewalk] [--region us-east-1] [--access-key …] [--secret-key …]`
 * runs the object store of the tests as a process, in memory. It prints the variables with which the product uses it.
 * `PUT /-/knobs` with JSON sets its faults (`{"isDown":true}`, see knobs.ts), `GET /-/knobs` returns them and the
 * number of objects. */
const { values } = parseArgs({
  options: {
    port: { type: "string", default: "9100" },
    bucket: { type: "string", default: "sitewalk" },
    region: { type: "string", default: "us-east-1" },
    "access-key": { type: "string", default: "AKIDEXAMPLE" },
    "secret-key": { type: "string", default: "example/secret+key" },
  },
});
const service = await S3Service.start({
  port: Number(values.port),
  bucket: values.bucket,
  region: values.region,
  accessKeyId: values["access-key"],
  secretAccessKey: values["secret-key"],
});
for (const [name, value] of Object.entries(service.environment)) process.stdout.write(`${name}=${value}\n`);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void service.stop());
