import { useState } from 'react'
import { useConsole } from '../../../console-context.ts'
import { type ConsoleFault, toConsoleFault } from '../../../graphql/console-fault.ts'
import { Facts } from '../../../parts/facts.tsx'
import { Button } from '../../../parts/form/button.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { FaultNotice } from '../../../parts/states/fault-notice.tsx'
import { identityTexts as texts } from '../../../words/en/recruiting/talent.ts'
import type { TalentPart } from './talent-part.ts'
import { type RevealTalentResult, revealTalent } from './talent.generated.ts'

type Identity = RevealTalentResult['revealTalent']

/** Name and contact details are asked for only now, which the server records. They are gone with the page. */
export function IdentityPanel({ companyId, talent: { id: talentId } }: TalentPart) {
  const { ask } = useConsole()
  const [identity, setIdentity] = useState<Identity>()
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<ConsoleFault>()
  async function reveal(): Promise<void> {
    setBusy(true)
    setFault(undefined)
    try {
      setIdentity((await ask(revealTalent, { companyId, talentId })).revealTalent)
    } catch (thrown) {
      setFault(toConsoleFault(thrown))
    }
    setBusy(false)
  }
  return (
    <Panel title={texts.title}>
      <div className="stack">
        {fault ? <FaultNotice fault={fault} /> : null}
        {identity ? <IdentityFacts identity={identity} /> : <p className="soft small">{texts.hidden}</p>}
        <div>
          {identity ? (
            <Button onClick={() => setIdentity(undefined)}>{texts.hide}</Button>
          ) : (
            <Button isBusy={isBusy} onClick={() => void reveal()}>
              {texts.show}
            </Button>
          )}
        </div>
      </div>
    </Panel>
  )
}

function IdentityFacts({ identity: { name, contact } }: { identity: Identity }) {
  const list = (values: readonly string[]) =>
    values.length === 0 ? <span className="soft">{texts.none}</span> : values.join(', ')
  return (
    <Facts
      facts={[
        { label: texts.name, value: name ?? texts.noName },
        { label: texts.emails, value: list(contact.emails.map(({ value }) => value)) },
        { label: texts.phones, value: list(contact.phones.map(({ value, e164 }) => e164 ?? value)) },
        { label: texts.links, value: list(contact.links.map(({ value }) => value)) },
      ]}
    />
  )
}
