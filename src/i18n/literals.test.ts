import { describe, expect, it } from "vitest";
import { readTexts } from "./text-files.ts";
import { textAt } from "./text-tree.ts";

const texts = readTexts("en");
/** The English text of a key, with `{{name}}` as in the file. */
const text = (key: string) => textAt(texts, key);

/** Texts promised word for word: manuals, support and other programs rely on them. */
describe("the promised wording", () => {
  it.each([
    ["projects.name_required", "Project name is required"],
    ["projects.id_required", "Project ID is required"],
    ["projects.new", "New Project"],
    ["visits.add_name_required", "Name is required"],
    ["visits.name_required", "Visit name is required"],
    ["visits.id_required", "Visit ID is required"],
    ["visits.project_required", "Project is required"],
    ["visits.date_required", "Date and time is required"],
    ["visits.date_invalid", "Please select a valid date and time"],
    ["visits.date_future", "Date and time cannot be in the future"],
    ["visits.new", "New Visit"],
    ["videos.date_required", "Date and time is required"],
    ["videos.date_invalid", "Please select a valid date and time"],
    ["videos.timed_out", "Video processing timed out. Please try again with a different file."],
    ["visits.added", "Visit added successfully"],
    ["visits.upload_incomplete", "Visit created but some images failed to upload: {{reason}}"],
    ["errors.code.FILES_REQUIRED", "At least one file is required"],
    ["errors.upload_failed", "File upload failed. Please try again."],
    ["errors.failed.login", "Failed to login"],
    ["errors.failed.upload", "Upload failed"],
    ["errors.failed.no_files", "No files to upload"],
    ["errors.failed.no_valid_files", "No valid files to upload"],
    ["errors.failed.autodesk_config", "Failed to check Autodesk configuration"],
    ["errors.failed.autodesk_auth_url", "Failed to get Autodesk auth URL"],
    ["errors.failed.autodesk_refresh", "Failed to refresh Autodesk token"],
    ["errors.failed.autodesk_logout", "Failed to logout from Autodesk"],
    ["errors.failed.autodesk_folder", "Failed to get folder contents"],
    ["errors.failed.autodesk_manifest", "Failed to get model manifest"],
    ["errors.failed.canvas", "Could not get canvas context"],
    ["errors.failed.image_load", "Could not load image"],
    ["shell.setting_up", "Setting up your dashboard..."],
    ["shell.loading_language", "Loading language settings..."],
    ["shell.loading_viewer", "Loading viewer..."],
    ["common.loading", "Loading..."],
    ["common.drop.wrong_type", "File type must be {{types}}"],
    ["common.drop.too_large", "File is larger than {{n}} bytes"],
    ["common.drop.too_small", "File is smaller than {{n}} bytes"],
    ["common.drop.too_many", "Too many files"],
    ["users.first_name_required", "First name is required"],
    ["users.email_required", "Email is required"],
    ["users.email_invalid", "Invalid email format"],
    ["errors.failed.no_user_id", "No user ID available"],
    ["errors.failed.profile_update", "Profile update failed"],
    ["errors.failed.notification_preferences", "Failed to update notification preferences"],
    ["errors.failed.avatar_delete", "Failed to delete avatar."],
    ["shell.user_menu.profile", "My Profile"],
    ["shell.user_menu.edit_profile", "Edit Profile"],
    ["shell.user_menu.saved", "Saved Items"],
    ["shell.tagline", "See your site from anywhere"],
  ])("of %s is '%s'", (key, wording) => {
    expect(text(key)).toBe(wording);
  });
});
