import { describe, expect, it } from "vitest";
import { personalTools } from "#contract/choices.ts";
import { noPlan } from "#contract/plans.limits.ts";
import { settingDefaults } from "#contract/settings.ts";
import { type FeatureGateFacts, featureGatesOf } from "./feature-gates.ts";

const facts = (change: Partial<FeatureGateFacts>): FeatureGateFacts => ({
  settings: settingDefaults,
  isSuperAdmin: false,
  toolsOff: [],
  plan: noPlan,
  ...change,
});
const plan = (features: readonly string[], custom_features_array: readonly string[] = []) =>
  ({ id_plan: 1, features, custom_features_array }) as FeatureGateFacts["plan"];
const off = { ...settingDefaults, adsk_enable: false };

describe.each(personalTools)("%s", (tool) => {
  it("is open when the platform and the account have it on, of the four combinations only then", () => {
    const asked = [true, false].flatMap((ofSite) =>
      [[], [tool]].map(
        (toolsOff) =>
          featureGatesOf(facts({ settings: { ...settingDefaults, [`${tool}_enabled`]: ofSite }, toolsOff }))[
            tool
          ],
      ),
    );
    expect(asked).toEqual([null, "person", "site", "site"]);
  });

  it("depends on no other feature's switch", () => {
    const others = personalTools.filter((one) => one !== tool);
    const on = Object.fromEntries(others.map((one) => [`${one}_enabled`, true]));
    expect(featureGatesOf(facts({ settings: { ...settingDefaults, ...on } }))[tool]).toBe("site");
    const settings = { ...settingDefaults, [`${tool}_enabled`]: true };
    expect(featureGatesOf(facts({ settings, toolsOff: others }))[tool]).toBeNull();
  });
});

describe("design software", () => {
  it.each([
    ["named among the features", plan(["Autodesk"]), null],
    ["named in a line of its own, in any case", plan([], ["Models of AUTODESK in the viewer"]), null],
    ["named in one of several parted by commas", plan([], ["Phone help, autodesk hubs, API"]), null],
    ["not named", plan(["Trello"], ["Help by phone"]), "plan"],
    ["of no plan at all", noPlan, null],
  ])("is opened by a plan in which it is %s", (_, given, expected) => {
    expect(featureGatesOf(facts({ plan: given })).autodesk).toBe(expected);
  });

  it("is open when the platform has it on and the plan contains it, of the four combinations only then", () => {
    const asked = [settingDefaults, off].flatMap((settings) =>
      [plan(["Autodesk"]), plan([])].map(
        (given) => featureGatesOf(facts({ settings, plan: given })).autodesk,
      ),
    );
    expect(asked).toEqual([null, "plan", "site", "site"]);
  });

  it("is closed to a super admin by the platform only", () => {
    expect(featureGatesOf(facts({ isSuperAdmin: true, plan: plan([]) })).autodesk).toBeNull();
    expect(featureGatesOf(facts({ isSuperAdmin: true, settings: off })).autodesk).toBe("site");
  });
});
