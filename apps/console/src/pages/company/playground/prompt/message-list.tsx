import { type ChatRole, chatRoles } from '../gateway/chat-request.ts'
import { Button, IconButton } from '../../../../parts/form/button.tsx'
import { Select } from '../../../../parts/form/select.tsx'
import { TextArea } from '../../../../parts/form/text-area.tsx'
import { promptTexts as texts } from '../../../../words/en/company/playground.ts'
import { type Draft, addDraft, changeDraft, removeDraft } from './conversation.ts'

const roles = chatRoles.map((value) => ({ value, label: texts.roles[value] }))

type MessageListProps = { drafts: readonly Draft[]; onChange: (drafts: readonly Draft[]) => void }

export function MessageList({ drafts, onChange }: MessageListProps) {
  return (
    <div className="messages">
      {drafts.map(({ id, role, content }, index) => (
        <div key={id} className="message" role="group" aria-label={texts.message(index + 1)}>
          <div className="message-head">
            <Select
              label={texts.role}
              isLabelHidden
              options={roles}
              value={role}
              onChange={({ target }) => onChange(changeDraft(drafts, id, { role: target.value as ChatRole }))}
            />
            {drafts.length > 1 ? (
              <IconButton
                icon="close"
                label={texts.remove(index + 1)}
                onClick={() => onChange(removeDraft(drafts, id))}
              />
            ) : null}
          </div>
          <TextArea
            label={texts.message(index + 1)}
            isLabelHidden
            rows={2}
            value={content}
            placeholder={texts.placeholders[role]}
            onChange={({ target }) => onChange(changeDraft(drafts, id, { content: target.value }))}
          />
        </div>
      ))}
      <div>
        <Button size="s" kind="quiet" onClick={() => onChange(addDraft(drafts))}>
          {texts.add}
        </Button>
      </div>
    </div>
  )
}
