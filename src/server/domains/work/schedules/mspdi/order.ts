/**
 * The elements of a task in the order required by the format (an xsd:sequence): the documented schema of Project 2007,
 * with the additions of later versions. Only their order matters here; after the last element written by this site the
 * versions differ, and the order is left open.
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

/** Elements that this site reads. */
export type Read = "UID" | "OutlineLevel" | Written;
/** Elements that this site may write into a task. */
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

/** Rank of an element among others; all elements after `Notes` share one rank after it. */
export const rankOf = (name: string): number => ranks.get(name) ?? names.length;
