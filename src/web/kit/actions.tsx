import { Download, Ellipsis, Pencil, Plus, Share2, Trash2 } from "lucide-react";
import { useState } from "react";
import { showToast } from "#web/lib/toasts.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { FileDrop } from "#web/ui/file-drop.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Link } from "#web/ui/link.tsx";
import { Menu, MenuItem, MenuSeparator } from "#web/ui/menu.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { line, useWords } from "./words.ts";

export function Actions() {
  const word = useWords();
  const [isOpen, setIsOpen] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const toast = (tone: "ok" | "bad") => () => showToast({ tone, title: word.save, text: word.text });
  return (
    <Card title="Actions">
      <div className="flex flex-col gap-4">
        <div className={line}>
          <Button variant="primary" icon={Plus} onPress={() => setIsOpen(true)}>
            {word.save}
          </Button>
          <Button icon={Download}>{word.plan}</Button>
          <Button variant="quiet">{word.list}</Button>
          <Button variant="danger" icon={Trash2} onPress={() => setIsAsking(true)}>
            {word.del}
          </Button>
        </div>
        <div className={line}>
          <Button variant="primary" isPending>
            {word.save}
          </Button>
          <Button isDisabled>{word.plan}</Button>
          <Button size="sm">{word.list}</Button>
          <Button size="lg" variant="primary">
            {word.save}
          </Button>
        </div>
        <div className={line}>
          <IconButton icon={Share2} label={word.list} />
          <IconButton icon={Pencil} label={word.save} />
          <Menu trigger={<IconButton icon={Ellipsis} label={word.rooms} />}>
            <MenuItem icon={Pencil} label={word.save} />
            <MenuItem icon={Share2} label={word.plan} />
            <MenuSeparator />
            <MenuItem icon={Trash2} label={word.del} isDestructive />
          </Menu>
          <Popover label={word.hint} trigger={<Button>{word.hint}</Button>}>
            <p className="max-w-60">{word.text}</p>
          </Popover>
          <Link href="/kit">{word.site}</Link>
          <Button onPress={toast("ok")}>OK</Button>
          <Button onPress={toast("bad")}>Bad</Button>
        </div>
        <Modal
          title={word.save}
          isOpen={isOpen}
          onClose={() => setIsOpen(false)}
          footer={
            <>
              <Button onPress={() => setIsOpen(false)}>{word.list}</Button>
              <Button variant="primary">{word.save}</Button>
            </>
          }
        >
          <div className="flex flex-col gap-4">
            <TextField label={word.name} isRequired defaultValue={word.site} maxLength={100} hasCounter />
            <FileDrop
              label={word.rooms}
              hint={word.up}
              accept={{ "image/jpeg": [".jpg", ".jpeg"] }}
              isRequired
              onFiles={() => undefined}
            />
          </div>
        </Modal>
        <ConfirmDialog
          title={`${word.del}?`}
          confirmLabel={word.del}
          isOpen={isAsking}
          onClose={() => setIsAsking(false)}
          onConfirm={() => setIsAsking(false)}
          isDestructive
        >
          {word.text}
        </ConfirmDialog>
      </div>
    </Card>
  );
}
