import { Fragment } from "react";
import { useStore } from "#web/lib/store.ts";
import { later, useLater } from "#web/ui/later.ts";
import { PlainToasts } from "#web/ui/plain/plain-toasts.tsx";
import { useFrame } from "../frame.ts";
import { Cards } from "./cards.tsx";
import { FlatPicture } from "./flat-picture.tsx";
import { Hotspots } from "./hotspots.tsx";
import { Notices } from "./notices.tsx";
import { RoomList } from "./room-list.tsx";
import { RoomSwitch } from "./room-switch.tsx";
import { ToolboxColumn } from "./toolbox-column.tsx";
import { Tools } from "./tools.tsx";

const help = later(() => import("./help-dialog.tsx"));

function Help() {
  const { isHelpOpen } = useFrame();
  const isOpen = useStore(isHelpOpen);
  const Dialog = useLater(help, isOpen)?.HelpDialog;
  return Dialog && isOpen && <Dialog onClose={() => isHelpOpen.set(false)} />;
}

/** The interface over the picture, after it in tab order; the bar above comes before. */
export function ViewerFrame() {
  const { tour, mounted } = useFrame();
  const parts = useStore(mounted);
  return (
    <>
      {!tour.panorama && <FlatPicture />}
      <ToolboxColumn />
      <Notices />
      <RoomSwitch />
      <Tools />
      <RoomList />
      <Hotspots />
      <Cards />
      <PlainToasts className="toasts absolute inset-x-[calc(var(--edge)+52px)] under-60 in-data-guided:under-124 z-5 grid justify-items-center" />
      <Help />
      {parts.map(({ name, part }) => (
        <Fragment key={name}>{part}</Fragment>
      ))}
    </>
  );
}
