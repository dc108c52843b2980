import type { Reservation } from "../../accounts/index.ts";
import type { Config } from "../../config.ts";
import type { Clock } from "../../infra/clock.ts";
import type { NewId } from "../../infra/new-id.ts";
import { isArchive } from "../../readers/index.ts";
import type { Submission, SubmittedRun } from "../model/submission.ts";
import { contentsOf } from "../records/ledger-contents.ts";
import { presentSubmission } from "../presenter.ts";
import type { SubmissionForm } from "./submission-form.ts";

/** Returns the runs of a submission's form, each with a new id. */
export function runsOfForm(form: SubmissionForm, newId: NewId): SubmittedRun[] {
  if (form.kind === "score") return form.scores.map((score) => ({ run_id: newId(), score }));
  return form.files.flatMap(({ head, content: _content, ...sent }) => {
    const archive = isArchive(head) ? { is_archive: true as const } : {};
    const file = { ...sent, ...archive, ...(form.also.length > 0 && { is_shared: true as const }) };
    const further = form.also.map(({ id }) => ({ run_id: newId(), file, benchmark_id: id }));
    return [{ run_id: newId(), file }, ...further];
  });
}

interface CreateDeps {
  clock: Clock;
  config: Pick<Config, "PUBLIC_URL">;
}

interface AcceptedForm {
  submissionId: string;
  requestId: string;
  form: SubmissionForm;
  fingerprint: string;
  runs: SubmittedRun[];
  units: Reservation;
}

/** Creates the submission that the database stores for a form. */
export function createSubmission(
  { clock, config }: CreateDeps,
  { submissionId, requestId, form, fingerprint, runs, units }: AcceptedForm,
): Submission {
  const { buildId, type, details } = form;
  const small = form.kind === "file" ? form.files.flatMap(({ content }) => content ?? []) : [];
  const accepted = { buildId, type, runs, usage: units.usage };
  return {
    _id: submissionId,
    account_id: units.accountId,
    request_id: requestId,
    build_id: buildId,
    benchmark_id: type.id,
    period: units.period,
    charged: runs.length,
    refunded: [],
    deleted: [],
    runs,
    ...(small.length > 0 && { contents: contentsOf(small) }),
    ...details,
    fingerprint,
    answer: JSON.stringify(presentSubmission(accepted, config.PUBLIC_URL)),
    runs_created: false,
    created_at: clock(),
  };
}
