/**
 * The elements of a task in the order that the format demands (an xsd:sequence): the documented schema of Project
 * 2007, with what later versions put between. Only their order matters here; behind the last that this site writes
 * the two differ, and nothing is said of it.
 */
const order = `
  UID GUID ID Name Active Manual Type IsNull CreateDate Contact WBS WBSLevel OutlineNumber
  OutlineLevel Priority StartText FinishText DurationText Start Finish Duration ManualStart
  ManualFinish ManualDuration DurationFormat FreeformDurationFormat Work Stop Resume ResumeValid
  EffortDriven Recurring OverAllocated Estimated Milestone Summary DisplayAsSummary Critical
  IsSubproject IsSubprojectReadOnly SubprojectName ExternalTask ExternalTaskProject EarlyStart
  EarlyFinish LateStart LateFinish StartVariance FinishVariance WorkVariance FreeSlack TotalSlack
  StartSlack FinishSlack FixedCost FixedCostAccrual PercentComplete PercentWorkComplete Cost
  OvertimeCost OvertimeWork ActualStart ActualFinish ActualDuration ActualCost ActualOvertimeCost
  ActualWork ActualOvertimeWork RegularWork RemainingDuration RemainingCost RemainingWork
  RemainingOvertimeCost RemainingOvertimeWork ACWP CV ConstraintType CalendarUID ConstraintDate
  Deadline LevelAssignments LevelingCanSplit LevelingDelay LevelingDelayFormat PreLeveledStart
  PreLeveledFinish Hyperlink HyperlinkAddress HyperlinkSubAddress IgnoreResourceCalendar Notes
`;

const names = order.trim().split(/\s+/);

/** What this site reads where it stands. */
export type Read = "UID" | "OutlineLevel" | Written;
/** What this site may write into a task. */
export type Written =
  | "Start"
  | "Finish"
  | "Duration"
  | "ManualStart"
  | "ManualFinish"
  | "ManualDuration"
  | "PercentComplete"
  | "ActualStart"
  | "ActualFinish"
  | "ActualDuration"
  | "RemainingDuration"
  | "Hyperlink"
  | "HyperlinkAddress"
  | "Notes";

const ranks: ReadonlyMap<string, number> = new Map(names.map((name, rank) => [name, rank]));

/** Where an element stands among others; all that come behind `Notes` are one behind it. */
export const rankOf = (name: string): number => ranks.get(name) ?? names.length;
