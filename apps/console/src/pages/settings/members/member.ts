import type { MembersResult } from './members.generated.ts'

export type Member = MembersResult['members'][number]
