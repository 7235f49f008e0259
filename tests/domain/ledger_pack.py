"""A small pack that reads rows."""

from pathlib import Path

PACK = """\
pack: jobs
version: 1.0.0
summary: Jobs and what they wait for.
candidate:
  name: text
  tasks:
    type: list
    required: true
    at_least: 1
    key:
      field: id
    code:
      DUPLICATE_KEY: DUPLICATE_ID
    of:
      id:
        type: text
        required: true
      title: text
      status:
        type: choice
        of: [open, done]
      parent:
        type: reference
        to: tasks
        inverse: children
        code:
          UNKNOWN_REFERENCE: UNKNOWN_PARENT
      depends_on:
        type: list
        if_absent: []
        of:
          type: reference
          to: tasks
          inverse: dependents
      start: date
      finish: date
      changed: datetime
      criteria_total: integer
      criteria_met: integer
"""
RULES = """\
FINISH_BEFORE_START:
  says: A job starts before it is finished.
  each: task in tasks
  when: present(task.start) and present(task.finish)
  check: task.start <= task.finish
  at: task.finish
  error_type: order

CRITERIA_LEFT:
  says: What is done meets its criteria.
  each: task in tasks
  when: present(task.criteria_total) and task.status == "done"
  check: first_known(task.criteria_met, 0) >= task.criteria_total
  at: task.status

DONE_FIRST:
  says: What a done job waits for is done.
  each: [task in tasks, need in task.depends_on]
  when: task.status == "done"
  check: need.status == "done"
  at: task.status
"""
READER = """\
accepts: [.csv, .json, .jsonl, .yaml, .md]
file:
  form: rows
  fill: tasks
columns:
  id: [(key), (stem)]
  title: [(title)]
  status: [state]
  depends_on: [needs]
ids:
  fields: [id, parent, depends_on]
  ignore_case: true
values:
  status:
    open: [todo]
    done: [finished, x]
"""


def write_pack(folder: Path, **files: str) -> Path:
    """The pack in a folder, some of its files others than usual."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in {"pack": PACK, "rules": RULES, "reader": READER, **files}.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return folder
