import { logFailure } from "#web/lib/log.ts";
import { createStore } from "#web/lib/store.ts";
import type { Location } from "#web/ui/map/map-part.ts";
import { locationOf, picker, rounded } from "./constants.ts";
import { findAddress } from "./find-address.ts";

export interface PickingInput {
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** Undefined where the picker keeps it itself. */
  readonly address: string | undefined;
  readonly onChange: (latitude: number, longitude: number, address: string) => void;
  readonly isDisabled: boolean;
}

export interface PickingState {
  /** The pending operation: the loading flag. */
  readonly busy: "address" | "device" | null;
  /** The address, where the picker keeps it itself. */
  readonly ownAddress: string;
  /** A found address that was not written over the user's own. */
  readonly suggestion: string;
  /** Target of the map; a new object for each move. */
  readonly target: Location | null;
}

const keyOf = (place: Location | null) => (place === null ? "" : `${place.latitude},${place.longitude}`);

/**
 * Logic of picking a location. An address found by the map is replaced by the next one, and cleared when none is found.
 * One that was typed, or that came with the record, is kept: the found one is offered beside it as a suggestion.
 * Opening a form changes nothing in it.
 */
export class Picking {
  readonly state = createStore<PickingState>({ busy: null, ownAddress: "", suggestion: "", target: null });
  #input: PickingInput | undefined;
  /** The last known location: reported by this picker, or followed already. */
  #known = "";
  /** The address that this picker wrote. */
  #found = "";
  /** The pending operation; the next one aborts it. */
  #errand = new AbortController();

  /** Takes the form's current values; a location that did not come from here is shown and looked up. */
  follow(input: PickingInput): void {
    const isFirst = this.#input === undefined;
    this.#input = input;
    const place = locationOf(input.latitude, input.longitude);
    if (keyOf(place) === this.#known) return;
    this.#known = keyOf(place);
    const signal = this.#begin();
    if (place === null) return;
    this.#set({ target: place });
    if (isFirst) void this.#lookUp(place, signal, true);
    else setTimeout(() => signal.aborted || void this.#lookUp(place, signal), picker.afterTyping);
  }

  stop(): void {
    this.#errand.abort();
    // On a remount, as in React's strict mode, it starts over.
    [this.#input, this.#known] = [undefined, ""];
  }

  pick(at: Location): void {
    if (this.#input?.isDisabled !== false) return;
    const place = { latitude: rounded(at.latitude), longitude: rounded(at.longitude) };
    // The value for "no location" cannot be picked.
    if (locationOf(place.latitude, place.longitude) === null) return this.clear();
    const signal = this.#begin();
    this.#known = keyOf(place);
    this.#report(place, this.#isOurs() ? "" : this.#address());
    void this.#lookUp(place, signal);
  }

  type(address: string): void {
    this.#set({ suggestion: "" });
    this.#write(address);
  }

  takeSuggestion(): void {
    const { suggestion } = this.state.get();
    this.#found = suggestion;
    this.type(suggestion);
  }

  clear(): void {
    if (this.#input?.isDisabled !== false) return;
    this.#begin();
    [this.#known, this.#found] = ["", ""];
    this.#report(null, "");
  }

  locate(): void {
    if (this.#input?.isDisabled !== false || !navigator.geolocation) return;
    const signal = this.#begin();
    this.#set({ busy: "device" });
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        if (signal.aborted) return;
        this.pick({ latitude, longitude });
        this.#set({ target: { latitude, longitude } });
      },
      (error) => {
        logFailure("The device did not tell where it is.", error);
        if (!signal.aborted) this.#set({ busy: null });
      },
      { enableHighAccuracy: true, timeout: picker.devicePatience, maximumAge: 60_000 },
    );
  }

  #begin(): AbortSignal {
    this.#errand.abort();
    this.#errand = new AbortController();
    this.#set({ busy: null, suggestion: "" });
    return this.#errand.signal;
  }

  async #lookUp(place: Location, signal: AbortSignal, isFirst = false): Promise<void> {
    this.#set({ busy: "address" });
    const answer = await findAddress(place, signal).catch(() => null);
    if (answer === null || signal.aborted) return;
    this.#set({ busy: null });
    const address = this.#address();
    if (answer === address) return;
    if (isFirst) this.#set({ suggestion: address === "" ? answer : "" });
    else if (this.#isOurs()) {
      this.#found = answer;
      this.#report(place, answer);
    } else this.#set({ suggestion: answer });
  }

  #address = () => this.#input?.address ?? this.state.get().ownAddress;
  #isOurs = () => this.#address() === "" || this.#address() === this.#found;
  #set = (change: Partial<PickingState>) => this.state.set({ ...this.state.get(), ...change });

  #write(address: string): void {
    const { latitude = null, longitude = null } = this.#input ?? {};
    this.#report(locationOf(latitude, longitude), address);
  }

  #report(place: Location | null, address: string): void {
    this.#set({ ownAddress: address });
    this.#input?.onChange(place?.latitude ?? 0, place?.longitude ?? 0, address);
  }
}
