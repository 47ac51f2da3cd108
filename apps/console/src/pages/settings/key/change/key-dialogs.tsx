import type { KeySearch } from '../key-search.ts'
import { EditKey } from './edit-key.tsx'
import type { KeyChangeProps } from './key-change-props.ts'
import { RevokeKey } from './revoke-key.tsx'
import { RotateKey } from './rotate-key.tsx'

/** The dialog that the address names. */
export function KeyDialogs({ search, ...props }: KeyChangeProps & { search: KeySearch }) {
  // A new key is shown by the dialog that made it, also when the old one is revoked meanwhile.
  if (search.dialog === 'rotate') return <RotateKey {...props} />
  if (props.data.apiKey.status !== 'LIVE') return null
  if (search.dialog === 'edit') return <EditKey {...props} />
  return search.dialog === 'revoke' ? <RevokeKey {...props} period={search.period} /> : null
}
