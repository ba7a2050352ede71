import type { Comment } from "#contract/comments.ts";
import type { Video } from "#contract/videos.ts";

/** Builds a video with all permissions, in the shape of the server's answer. */
export function aVideo(change: Partial<Video> = {}): Video {
  const id = change.id ?? 5;
  return {
    id,
    id_video: id,
    video_code: "vid2345678",
    code: "vid2345678",
    title: "Second floor",
    description: "",
    video_date: "2026-11-19T08:00:00.000Z",
    id_user: 1,
    author: "site-manager",
    id_project: 1,
    project: "Tower B",
    starred: false,
    is_public: false,
    is_protected: false,
    auto_play: false,
    muted: false,
    loop: false,
    north: 0,
    status: "ready",
    problem: null,
    progress: 1,
    file: null,
    thumbnail: null,
    thumbnail_path: null,
    duration: 30,
    width: 3840,
    height: 1920,
    file_size: 40_000_000,
    mime_type: "video/mp4",
    metadata: {},
    views: 0,
    comment_count: 0,
    open_comments: 0,
    created_at: "2026-11-19T09:00:00.000Z",
    updated_at: "2026-11-19T09:00:00.000Z",
    can: { view: true, comment: true, edit: true, delete: true, download: true, view_access: true },
    ...change,
  };
}

/** Builds a comment of that video. */
export function aComment(change: Partial<Comment> = {}): Comment {
  const id = change.id ?? 1;
  return {
    id,
    id_comment: id,
    id_video: 5,
    video: "Second floor",
    video_code: "vid2345678",
    id_project: 1,
    project: "Tower B",
    id_parent: null,
    author: { id_user: 2, name: "Survey Team", code: "usr2345678", avatar: null },
    text: "A crack beside the door",
    seconds: 4,
    yaw: 30,
    pitch: -5,
    is_resolved: false,
    resolved_at: null,
    resolver: null,
    replies: 0,
    created_at: "2026-11-19T10:00:00.000Z",
    updated_at: "2026-11-19T10:00:00.000Z",
    can: { edit: true, delete: true, resolve: true },
    ...change,
  };
}

/** Metadata of a test video, in place of its pictures. */
export interface ToldFilm {
  readonly width: number;
  readonly height: number;
  readonly duration: number;
}

/** Builds a file that the fake player can read; `name` alone gives a camera's video. */
export function filmOf(name: string, told: Partial<ToldFilm> = {}, type = "video/mp4"): File {
  const facts = { width: 3840, height: 1920, duration: 30, ...told };
  return new File([JSON.stringify(facts)], name, { type });
}

/** Calls of the fake player: the times it was sent to, and the sizes that were drawn. */
export interface LentPlayer {
  readonly moments: number[];
  readonly drawn: { width: number; height: number; type: string; quality: number }[];
  giveBack(): void;
}

/** jsdom plays no videos and draws no pictures: installs fakes for both, which read a file's own metadata. */
export function lendPlayer(): LentPlayer {
  const files = new Map<string, File>();
  const kept: [object, string, PropertyDescriptor | undefined][] = [];
  const lend = (on: object, name: string, descriptor: PropertyDescriptor) => {
    kept.push([on, name, Object.getOwnPropertyDescriptor(on, name)]);
    Object.defineProperty(on, name, { configurable: true, ...descriptor });
  };
  const moments: number[] = [];
  const drawn: LentPlayer["drawn"] = [];
  lend(URL, "createObjectURL", {
    value: (file: File) => {
      const address = `blob:film-${files.size}`;
      files.set(address, file);
      return address;
    },
  });
  lend(URL, "revokeObjectURL", { value: (address: string) => files.delete(address) });
  const player = HTMLMediaElement.prototype;
  const tell = (video: HTMLMediaElement, event: string) => video.dispatchEvent(new Event(event));
  lend(player, "load", { value: () => undefined });
  lend(player, "src", {
    set(this: HTMLVideoElement, address: string) {
      void readFilm(files.get(address)).then((film) => {
        if (film === null) return tell(this, "error");
        Object.defineProperties(this, {
          videoWidth: { value: film.width },
          videoHeight: { value: film.height },
          duration: { value: film.duration },
          readyState: { value: 4 },
        });
        return tell(this, "loadedmetadata");
      });
    },
  });
  lend(player, "currentTime", {
    get: () => moments.at(-1) ?? 0,
    set(this: HTMLVideoElement, seconds: number) {
      moments.push(seconds);
      queueMicrotask(() => tell(this, "seeked"));
    },
  });
  const canvas = HTMLCanvasElement.prototype;
  lend(canvas, "getContext", { value: () => ({ drawImage: () => undefined }) });
  lend(canvas, "toBlob", {
    value(this: HTMLCanvasElement, give: (blob: Blob) => void, type: string, quality: number) {
      drawn.push({ width: this.width, height: this.height, type, quality });
      give(new Blob(["still"], { type }));
    },
  });
  return {
    moments,
    drawn,
    giveBack() {
      for (const [on, name, descriptor] of kept.toReversed()) {
        if (descriptor === undefined) Reflect.deleteProperty(on, name);
        else Object.defineProperty(on, name, descriptor);
      }
    },
  };
}

async function readFilm(file: File | undefined): Promise<ToldFilm | null> {
  try {
    return JSON.parse(await (file as File).text()) as ToldFilm;
  } catch {
    return null;
  }
}
