import { describe, expect, it } from "vitest";
import { readUserAgent } from "./user-agent.ts";

const chrome = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0";

describe("user agent", () => {
  it.each([
    [
      "phone",
      "Safari",
      "iOS",
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
    ],
    ["phone", "Chrome", "Android", `Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`],
    ["tablet", "Chrome", "Android", `Mozilla/5.0 (Linux; Android 13; SM-X700) ${chrome} Safari/537.36`],
    [
      "tablet",
      "Safari",
      "iOS",
      "Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1",
    ],
    [
      "desktop",
      "Microsoft Edge",
      "Windows",
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/130.0.0.0`,
    ],
    ["desktop", "Firefox", "Linux", "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0"],
    ["other", "", "", "curl/8.5.0"],
    ["other", "", "", ""],
    ["other", "", "", "   "],
  ])("is parsed as %s, %s, %s", (device, browser, system, userAgent) => {
    expect(readUserAgent(userAgent)).toEqual({ device, browser, system });
  });

  it("is truncated when it is very long", () => {
    const { browser } = readUserAgent(`${"Long".repeat(80)}/1.0 (something)`);
    expect(browser.length).toBeLessThanOrEqual(40);
  });
});
