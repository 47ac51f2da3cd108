import type { AlertsResult } from './alerts.generated.ts'

export type AlertListProps = { companyId: string; data: AlertsResult; onChanged: () => void }
