import { useState } from 'react'
import { useConsole } from '../../../console-context.ts'
import { Button } from '../../../parts/form/button.tsx'
import { saveFile } from '../../../shell/tray/save-file.ts'
import { tray } from '../../../shell/tray/tray-store.ts'
import { documentTexts as texts } from '../../../words/en/recruiting/document.ts'

type DownloadProps = { companyId: string; document: { id: string; fileName: string } }

/** The file needs the token in a header, so a plain link cannot request it. */
export function DownloadButton({ companyId, document: { id, fileName } }: DownloadProps) {
  const { session } = useConsole()
  const [isBusy, setBusy] = useState(false)
  async function download(): Promise<void> {
    setBusy(true)
    try {
      const response = await fetch(`/documents/${id}?companyId=${companyId}`, {
        headers: { authorization: `Bearer ${(await session.token()) ?? ''}` },
      })
      if (!response.ok) throw new Error(String(response.status))
      saveFile({ name: fileName, content: await response.blob() })
    } catch {
      tray.begin({ title: fileName, text: '' }).finish({ state: 'failed', text: texts.downloadFailed })
    }
    setBusy(false)
  }
  return (
    <Button icon="download" isBusy={isBusy} onClick={() => void download()}>
      {texts.download}
    </Button>
  )
}
