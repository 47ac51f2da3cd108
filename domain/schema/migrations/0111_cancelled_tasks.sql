-- A document, job or meeting whose background task an admin cancelled names that task. Without it, the object would look as
-- if the work were still to come; with it, it says so and the task can be tried again.
alter table documents add column cancelled_task_id uuid;
alter table jobs add column cancelled_task_id uuid;
alter table meetings add column cancelled_task_id uuid;
