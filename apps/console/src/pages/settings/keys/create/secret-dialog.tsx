// Shows a new key, exactly once. The raw key is in the memory of this dialog only; it closes when the person says that
// the key is stored.
import { type ReactNode, useState } from 'react'
import { gatewayUrl } from '../../../../shell/header/gateway-url.ts'
import { type ExampleLanguage, writeExample } from '../examples/write-examples.ts'
import { Dialog, DialogActions } from '../../../../parts/dialog.tsx'
import { Button } from '../../../../parts/form/button.tsx'
import { useStay } from '../../../../parts/form/use-stay.ts'
import { Segments } from '../../../../parts/form/segments.tsx'
import { CopyButton } from '../../../../parts/text/copy-text.tsx'
import { Snippet } from '../../../../parts/text/snippet.tsx'
import { secretTexts as texts } from '../../../../words/en/settings/keys.ts'
import type { MintedKey } from './create-key.tsx'
import { FirstCall } from './first-call.tsx'

type SecretDialogProps = {
  companyId: string
  minted: MintedKey
  onStored: () => void
  /** What to do next, if it is not a first call. */
  children?: ReactNode
}

const languages = (['curl', 'typescript', 'python', 'env'] as const).map((value) => ({
  value,
  label: texts.languages[value],
}))

export function SecretDialog({ companyId, minted, onStored, children }: SecretDialogProps) {
  const { rawKey, key } = minted
  const [isShown, setShown] = useState(false)
  useStay()
  const shownKey = isShown ? rawKey : maskKey(rawKey)
  return (
    <Dialog title={texts.title(key.name)} width="l">
      <div className="stack">
        <p className="soft">{texts.once}</p>
        <div className="secret">
          <code>{shownKey}</code>
          <Button size="s" kind="quiet" onClick={() => setShown(!isShown)}>
            {isShown ? texts.hide : texts.show}
          </Button>
          <CopyButton text={rawKey} label={texts.key} />
        </div>
        <Examples minted={minted} shownKey={shownKey} />
        {children}
        <FirstCall companyId={companyId} keyId={key.id} />
        <DialogActions>
          <Button kind="primary" onClick={onStored}>
            {texts.stored}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}

function Examples({ minted: { rawKey, key }, shownKey }: { minted: MintedKey; shownKey: string }) {
  const [language, setLanguage] = useState<ExampleLanguage>('curl')
  const baseUrl = gatewayUrl()
  const model = key.modelAllowlist?.[0] ?? 'svc/chat-default'
  return (
    <div className="field">
      <Segments label={texts.language} value={language} options={languages} onChange={setLanguage} />
      <Snippet
        text={writeExample(language, { baseUrl, model, key: shownKey })}
        copied={writeExample(language, { baseUrl, model, key: rawKey })}
        label={texts.example}
      />
      {baseUrl === undefined ? <p className="field-hint">{texts.noAddress}</p> : null}
    </div>
  )
}

/** The prefix and the last four characters, by which lists name the key. */
function maskKey(rawKey: string): string {
  const prefix = /^svc_[a-z]+_/.exec(rawKey)?.[0] ?? ''
  return `${prefix}${'•'.repeat(16)}${rawKey.slice(-4)}`
}
