export interface S3Settings {
  /** For example `https://s3.eu-central-1.amazonaws.com` or `http://10.0.0.7:9000`; a path in it is kept. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Whether the bucket is the first part of the path; otherwise it is the first label of the host name. */
  readonly isPathStyle: boolean;
}

export type Query = Readonly<Record<string, string>>;

/**
 * Returns the address of an object, or with an empty key that of the bucket. Keys are plain: letters, digits, `/ . _
 * -`.
 */
export function addressOf(settings: S3Settings, key: string, query: Query = {}): URL {
  const url = new URL(settings.endpoint);
  const base = url.pathname.replace(/\/+$/, "");
  if (settings.isPathStyle) url.pathname = `${base}/${settings.bucket}${key === "" ? "" : `/${key}`}`;
  else {
    url.hostname = `${settings.bucket}.${url.hostname}`;
    url.pathname = `${base}/${key}`;
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}
