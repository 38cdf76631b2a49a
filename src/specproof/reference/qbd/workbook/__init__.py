"""The bytes of a workbook: a guarded reader of zip and XML that gives the cells, fills and strikes that QBD needs."""
