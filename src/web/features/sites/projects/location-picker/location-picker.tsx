import { LocateFixed, X } from "lucide-react";
import { useEffect, useState } from "react";
import { limits } from "#contract/limits.ts";
import { useStore } from "#web/lib/store.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { BaseMap } from "#web/ui/map/base-map.tsx";
import { type Location, useMap } from "#web/ui/map/map-part.ts";
import { Pin } from "#web/ui/map/pin.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { coordinatesText, locationOf, picker } from "./constants.ts";
import { Picking } from "./picking.ts";

export interface LocationPickerProps {
  /** Degrees. 0, 0 (or null) means that there is no location; then there is no pin. */
  latitude: number | null;
  longitude: number | null;
  /** Value of the address field; without it the picker keeps the address itself. */
  address?: string;
  /** Called on every change; with `0, 0, ""` when the location was cleared. */
  onChange: (latitude: number, longitude: number, address: string) => void;
  isDisabled?: boolean;
  /** Whether the dialog around it is open: the map measures itself again during the opening animation. */
  isModalOpen?: boolean;
  /** Error of the submitted address. */
  addressError?: string | undefined;
  /** Replaces the label 'Address'. */
  addressLabel?: string;
}

/** Location of a project: by clicking, dragging, the device's position, or typing. Works without any map or service. */
export function LocationPicker({
  isDisabled = false,
  isModalOpen = false,
  addressError,
  addressLabel,
  latitude,
  longitude,
  onChange,
  ...props
}: LocationPickerProps) {
  const t = useText();
  const [picking] = useState(() => new Picking());
  const { busy, ownAddress, suggestion, target } = useStore(picking.state);
  const place = locationOf(latitude, longitude);
  const given = props.address;
  useEffect(
    () => picking.follow({ latitude, longitude, address: given, onChange, isDisabled }),
    [picking, latitude, longitude, given, onChange, isDisabled],
  );
  useEffect(() => () => picking.stop(), [picking]);
  const pick = (at: Location) => picking.pick(at);
  return (
    <div className="flex flex-col gap-3" aria-busy={busy !== null}>
      <BaseMap
        label={t("map.picker.label")}
        center={place ?? picker.nowhere.center}
        zoom={place === null ? picker.nowhere.zoom : picker.zoom}
        onPick={pick}
        isDisabled={isDisabled}
        className="h-75 w-full border border-line"
      >
        <Attention target={target} isModalOpen={isModalOpen} />
        {place !== null && (
          <Pin place={place} name={t("map.picker.pin")} tone="bad" isDraggable={!isDisabled} onMove={pick} />
        )}
      </BaseMap>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="me-auto flex min-h-5 items-center gap-2 text-ink-muted">
          {place === null ? (
            t(isDisabled ? "map.picker.none_disabled" : "map.picker.none")
          ) : (
            <>
              <span className="sr-only">{t("map.picker.coordinates")}</span>
              <bdi dir="ltr" data-tabular>
                {coordinatesText(place)}
              </bdi>
            </>
          )}
          {busy !== null && (
            <output className="inline-flex">
              <Spinner />
              <span className="sr-only">{t("map.picker.loading")}</span>
            </output>
          )}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            icon={LocateFixed}
            onPress={() => picking.locate()}
            isDisabled={isDisabled}
            isPending={busy === "device"}
          >
            {t("map.picker.use_current")}
          </Button>
          <Button size="sm" variant="quiet" icon={X} onPress={() => picking.clear()} isDisabled={isDisabled}>
            {t("map.picker.clear")}
          </Button>
        </div>
      </div>
      <TextField
        label={addressLabel ?? t("map.picker.address")}
        hint={t("map.picker.address_hint")}
        value={given ?? ownAddress}
        onChange={(text) => picking.type(text)}
        error={addressError}
        maxLength={limits.description}
        isDisabled={isDisabled}
      />
      {suggestion !== "" && !isDisabled && (
        <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-ink-muted">
          <span className="own-direction min-w-0">{t("map.picker.found", { address: suggestion })}</span>
          <Button size="sm" variant="quiet" onPress={() => picking.takeSuggestion()}>
            {t("map.picker.use_found")}
          </Button>
        </p>
      )}
    </div>
  );
}

/** Moves the map to its target, and re-measures it while a dialog opens. */
function Attention({ target, isModalOpen }: { target: Location | null; isModalOpen: boolean }) {
  const { map } = useMap();
  useEffect(() => {
    if (target !== null) map.setView([target.latitude, target.longitude], picker.zoom);
  }, [map, target]);
  useEffect(() => {
    if (!isModalOpen) return;
    const timers = picker.afterOpening.map((after) =>
      setTimeout(() => map.invalidateSize({ animate: false }), after),
    );
    return () => timers.forEach(clearTimeout);
  }, [map, isModalOpen]);
  return null;
}
