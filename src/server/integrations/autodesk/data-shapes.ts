import { z } from "zod";

/** Shapes of the Data Management API, in JSON:API. Unused fields are not parsed. */
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? "");
const Ref = z.object({ data: z.object({ id: z.string() }).nullish() }).nullish();

/** Some regions could not answer. The API writes these field names in capitals. */
export const Warning = z
  .object({ Title: text, Detail: text, ErrorCode: text })
  .transform(({ Title, Detail, ErrorCode }) => ({ title: Title === "" ? ErrorCode : Title, detail: Detail }));
export type OutsideWarning = z.output<typeof Warning>;

export const Paged = <T extends z.ZodType>(item: T) =>
  z.object({
    data: z.array(item),
    links: z.object({ next: z.object({ href: z.string() }).nullish() }).nullish(),
    meta: z.object({ warnings: z.array(Warning).nullish() }).nullish(),
    included: z.array(z.unknown()).nullish(),
  });

const Extension = z.object({ type: text, data: z.record(z.string(), z.unknown()).nullish() }).nullish();

export const Hub = z.object({
  id: z.string(),
  attributes: z.object({ name: text, region: text, extension: Extension }),
});
export const Project = z.object({ id: z.string(), attributes: z.object({ name: text }) });

export const Entry = z.object({
  type: z.enum(["folders", "items"]),
  id: z.string(),
  attributes: z.object({
    name: text,
    displayName: text,
    hidden: z.boolean().nullish(),
    lastModifiedTime: text,
    lastModifiedUserName: text,
  }),
  relationships: z.object({ tip: Ref }).nullish(),
});

export const Version = z.object({
  type: z.literal("versions"),
  id: z.string(),
  attributes: z.object({
    name: text,
    displayName: text,
    versionNumber: z.number(),
    fileType: text,
    storageSize: z.number().nullish(),
    createTime: text,
    createUserName: text,
    lastModifiedTime: text,
    lastModifiedUserName: text,
  }),
  relationships: z.object({ derivatives: Ref, storage: Ref }).nullish(),
});
export type OutsideVersion = z.output<typeof Version>;
