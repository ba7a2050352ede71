import type { Photo } from "#contract/photos.ts";

/** Builds a photo with all permissions, in the shape of the server's answer. */
export function aPhoto(change: Partial<Photo> = {}): Photo {
  return {
    id: 345,
    guid: "6f0e8b1a-6d1c-4c1f-9a43-2f0a3a0a0001",
    id_project: 1,
    caption: "Formwork",
    file: "formwork.jpg",
    bytes: 2_000_000,
    sha256: "a".repeat(64),
    taken_at: "2026-11-19T08:00:00.000Z",
    taken_from: "camera",
    url: "/media/photo.webp",
    thumbnail: "/media/thumb.webp",
    original: "/api/evidence/photos/345/original",
    author: { id_user: 1, name: "Sara Haddad", code: "sara234567", avatar: null },
    visit: null,
    room: null,
    position: null,
    heading: null,
    proposal: null,
    version: 1,
    created_at: "2026-11-19T08:05:00.000Z",
    updated_at: "2026-11-19T08:05:00.000Z",
    can: { view: true, download: true, edit: true, delete: true, add_snag: true },
    ...change,
  };
}
