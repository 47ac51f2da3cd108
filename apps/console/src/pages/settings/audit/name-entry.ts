import { actionTexts, auditTexts as texts, subjectTexts } from '../../../words/en/settings/audit.ts'
import type { AuditLogResult } from './audit.generated.ts'

type Entry = AuditLogResult['auditLog']['nodes'][number]

/** The change in words; its code if it has none. */
export function nameAction({ action }: Pick<Entry, 'action'>): string {
  return actionTexts[action] ?? action
}

export function nameSubject({ subjectKind }: Pick<Entry, 'subjectKind'>): string {
  return subjectTexts[subjectKind] ?? subjectKind
}

/** Who made the change. The addresses of super admins are not disclosed to companies. */
export function nameActor({ actorEmail, actorKind }: Pick<Entry, 'actorEmail' | 'actorKind'>): string {
  if (actorEmail !== null) return actorEmail
  if (actorKind === 'operator') return texts.operator
  return actorKind === 'user' ? texts.superAdmin : texts.system
}
