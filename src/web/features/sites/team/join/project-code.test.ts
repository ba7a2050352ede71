import { expect, it } from "vitest";
import { projectCodeIn } from "./project-code.ts";

it.each([
  ["the code alone", "prj2345678", "prj2345678"],
  ["with blanks around it", "  prj2345678\n", "prj2345678"],
  ["a link to the project", "https://site.example/project/prj2345678", "prj2345678"],
  ["a link to its showcase", "https://site.example/showcase/prj2345678/", "prj2345678"],
  ["a link with more to it", "https://site.example/project/prj2345678?lang=ar#team", "prj2345678"],
  ["a sentence with a link", "Look: https://site.example/showcase/prj2345678 !", "prj2345678"],
  ["a site below another address", "https://site.example/sitewalk/project/prj2345678", "prj2345678"],
  ["a code that is asked for", "https://site.example/projects?code=prj2345678", "prj2345678"],
  ["what is broken", "https://site.example/project/%E0%A4%A", "%E0%A4%A"],
  ["nothing", "  ", ""],
])("extracts the project code from %s", (_, typed, code) => {
  expect(projectCodeIn(typed)).toBe(code);
});
