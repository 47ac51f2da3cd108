import type { ApiKeyDetailResult } from '../key.generated.ts'

/** What the dialogs that change a key have in common. */
export type KeyChangeProps = {
  companyId: string
  data: ApiKeyDetailResult
  onClose: () => void
  onChanged: () => void
}
