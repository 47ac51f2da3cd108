import { useState } from 'react'
import { useConsole } from '../../../../console-context.ts'
import { type ApiKeysResult, apiKeys } from '../keys.generated.ts'
import { CreateKey, type MintedKey } from './create-key.tsx'
import { SecretDialog } from './secret-dialog.tsx'

type NewKeyProps = { companyId: string; models: ApiKeysResult['models']; onClose: () => void }

/** The settings of a new key, and then the key. */
export function NewKey({ companyId, models, onClose }: NewKeyProps) {
  const { queries } = useConsole()
  // Only here, never in the cache of answers.
  const [minted, setMinted] = useState<MintedKey>()
  function created(key: MintedKey): void {
    setMinted(key)
    void queries.invalidateQueries({ queryKey: [apiKeys.name] })
  }
  return minted ? (
    <SecretDialog companyId={companyId} minted={minted} onStored={onClose} />
  ) : (
    <CreateKey companyId={companyId} models={models} onCreated={created} onClose={onClose} />
  )
}
