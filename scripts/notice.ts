/** Writes NOTICE and the list that the page of licences shows. `npm run notice`, after packages have changed. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { licenceFaults, licenceList, noticeText, outdatedBinaries } from "./lib/notice.ts";
import { binaries } from "./lib/notice-tables.ts";
import { shippedPackages } from "./lib/shipped-packages.ts";

const root = join(import.meta.dirname, "..");
const packages = shippedPackages(root);
const faults = [...licenceFaults([...binaries, ...packages]), ...outdatedBinaries(packages)];
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
await writeFile(join(root, "NOTICE"), noticeText(root, packages));
await writeFile(join(root, "src/web/features/installation/home/licences.json"), licenceList(packages));
