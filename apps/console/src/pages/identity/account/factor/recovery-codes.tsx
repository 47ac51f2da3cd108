import { useState } from 'react'
import { saveFile } from '../../../../shell/tray/save-file.ts'
import { Dialog, DialogActions } from '../../../../parts/dialog.tsx'
import { Button } from '../../../../parts/form/button.tsx'
import { useStay } from '../../../../parts/form/use-stay.ts'
import { factorTexts as texts } from '../../../../words/en/identity/account.ts'

/** Shown once. Neither Escape, a click outside nor the Back button closes it, only the button that confirms that the codes are stored. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [isCopied, setCopied] = useState(false)
  const text = `${codes.join('\n')}\n`
  useStay()
  return (
    <Dialog title={texts.codesTitle}>
      <div className="stack">
        <p className="soft">{texts.codesText}</p>
        <ol className="codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <div className="actions">
          <Button
            icon={isCopied ? 'check' : 'copy'}
            onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
          >
            {isCopied ? texts.copied : texts.copyCodes}
          </Button>
          <Button icon="download" onClick={() => download(text)}>
            {texts.downloadCodes}
          </Button>
        </div>
        <DialogActions>
          <Button kind="primary" onClick={onDone}>
            {texts.stored}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}

function download(text: string): void {
  saveFile({ name: texts.fileName, content: new Blob([text], { type: 'text/plain' }) })
}
