import type { AccountResult } from '../account.generated.ts'

export type Passkey = AccountResult['passkeys'][number]
