import { useState } from 'react'
import { useConsole } from '../../../../console-context.ts'
import { endpointTexts as texts } from '../../../../words/en/settings/outgoing-events.ts'
import { type CreateEndpointResult, createEndpoint } from '../outgoing-events.generated.ts'
import { EndpointForm } from './endpoint-form.tsx'
import { EndpointSecret } from './endpoint-secret.tsx'

type NewEndpointProps = { companyId: string; onChanged: () => void; onClose: () => void }

/** The settings of a new endpoint, and then its secret. */
export function NewEndpoint({ companyId, onChanged, onClose }: NewEndpointProps) {
  const { ask } = useConsole()
  // Only here, never in the cache of answers.
  const [minted, setMinted] = useState<CreateEndpointResult['createEventEndpoint']>()
  if (minted) return <EndpointSecret minted={minted} onStored={onClose} />
  return (
    <EndpointForm
      title={texts.addTitle}
      submit={texts.create}
      onClose={onClose}
      work={async (input) => {
        setMinted((await ask(createEndpoint, { companyId, input })).createEventEndpoint)
        onChanged()
      }}
    />
  )
}
