import { RotateCcw } from "lucide-react";
import type { Grant } from "#contract/choices.ts";
import type { TeamMember } from "#contract/team.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Select } from "#web/ui/select.tsx";
import { type Giver, may } from "../roles.ts";
import {
  type Area,
  areas,
  changeOf,
  isAdjusted,
  isRoles,
  type Membership,
  sightOf,
  withGrant,
  withRole,
} from "./grants.ts";

export interface PermissionsFormProps {
  member: TeamMember;
  place: Membership;
  giver: Giver;
  onChange: (place: Membership) => void;
  isDisabled: boolean;
}

/** A member's role, and below it their view and change permissions; differences from the role are marked. */
export function PermissionsForm({ member, place, giver, onChange, isDisabled }: PermissionsFormProps) {
  const t = useText();
  const isFixed = !may.change(member);
  const role = place.role;
  const offered = giver.roles.map((value) => ({
    value,
    label: t(`team.roles.${value}`),
    note: t(`team.role_notes.${value}`),
  }));
  return (
    <div className="flex flex-col gap-5">
      {isFixed && (
        <Banner>
          {t(member.role === "owner" ? "team.permissions.is_owner" : "team.permissions.read_only")}
        </Banner>
      )}
      {role === "owner" || (isFixed && !giver.roles.includes(role)) ? null : (
        <Select
          label={t("team.role")}
          hint={t(`team.role_notes.${role}`)}
          value={role}
          onChange={(next) => onChange(withRole(next))}
          options={offered}
          isDisabled={isFixed || isDisabled}
        />
      )}
      <Grants {...{ member, place, giver, onChange }} isDisabled={isFixed || isDisabled} />
      {!isFixed && role !== "owner" && isAdjusted(place) && (
        <Button
          variant="quiet"
          size="sm"
          icon={RotateCcw}
          className="-mt-2 self-start"
          isDisabled={isDisabled}
          onPress={() => onChange(withRole(role))}
        >
          {t("team.permissions.reset", { role: t(`team.roles.${role}`) })}
        </Button>
      )}
    </div>
  );
}

function Grants({ member, place, giver, onChange, isDisabled }: PermissionsFormProps) {
  const t = useText();
  const cell = (area: Area, grant: Grant | undefined) =>
    grant !== undefined && (
      <GrantBox
        {...{ area, grant, place }}
        // A granted permission can be revoked; granting one requires having it.
        isDisabled={isDisabled || (!place.permissions[grant] && !giver.mayGive(grant))}
        isBeyond={!isDisabled && !place.permissions[grant] && !giver.mayGive(grant)}
        onChange={(isGiven) => onChange(withGrant(place, grant, isGiven))}
      />
    );
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">{t("team.permissions.legend", { name: member.name })}</caption>
      <thead>
        <tr className="border-b border-line text-xs text-ink-muted *:pb-2 *:font-strong">
          <th scope="col" className="text-start">
            {t("team.permissions.area")}
          </th>
          <th scope="col" className="w-2/5 text-start sm:w-1/3">
            {t("team.permissions.view")}
          </th>
          <th scope="col" className="w-2/5 text-start sm:w-1/3">
            {t("team.permissions.edit")}
          </th>
        </tr>
      </thead>
      <tbody>
        {areas.map((area) => (
          <tr key={area} className="border-b border-line last:border-0 *:py-2.5 touch:*:py-1">
            <th scope="row" className="pe-3 text-start font-normal">
              {t(`team.permissions.areas.${area}`)}
            </th>
            <td>{cell(area, sightOf(area))}</td>
            <td>{cell(area, changeOf(area))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface GrantBoxProps {
  area: Area;
  grant: Grant;
  place: Membership;
  isDisabled: boolean;
  /** The signed-in user does not have this permission. */
  isBeyond: boolean;
  onChange: (isGiven: boolean) => void;
}

function GrantBox({ grant, place, isDisabled, isBeyond, onChange }: GrantBoxProps) {
  const t = useText();
  const isGiven = place.permissions[grant];
  const isOfRole = isRoles(place, grant);
  const isAlways = grant === "project.view";
  const name = t(`team.permissions.cell.${grant}`);
  const note =
    isGiven === isOfRole
      ? isBeyond
        ? "team.permissions.not_yours"
        : isAlways
          ? "team.permissions.always"
          : isOfRole
            ? "team.permissions.by_role"
            : null
      : isGiven
        ? "team.permissions.more_than_role"
        : "team.permissions.less_than_role";
  return (
    <Checkbox
      aria-label={note === null ? name : `${name}. ${t(note)}`}
      isSelected={isGiven}
      isDisabled={isDisabled || isAlways}
      onChange={onChange}
    >
      {note !== null && (
        <span
          className={isGiven === isOfRole ? "text-xs text-ink-muted" : "text-xs font-strong text-accent-text"}
        >
          {t(note)}
        </span>
      )}
    </Checkbox>
  );
}
