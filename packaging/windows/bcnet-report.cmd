@echo off
rem Makes a page about the game in a capture, and shows it. Drop the capture on this file.
rem SPDX-License-Identifier: GPL-2.0-or-later
setlocal
if "%~1"=="" goto usage
pushd "%~dp0"
call wireshark-folders.cmd
popd
if not defined folders goto missing
set "wireshark="
for %%f in (%folders%) do if not defined wireshark set "wireshark=%%~f"

set "page=%~dpn1.html"
"%wireshark%\tshark.exe" -n -q -r "%~1" -z "bcnet,report,%page%"
if errorlevel 1 goto failed
echo "%page%"
if "%BCNET_NO_PAUSE%"=="" start "" "%page%"
exit /b 0

:usage
echo Usage: bcnet-report CAPTURE      (or drop the capture on this file)
if "%BCNET_NO_PAUSE%"=="" pause
exit /b 2

:missing
echo Wireshark was not found; set WIRESHARK_DIR to its folder.
if "%BCNET_NO_PAUSE%"=="" pause
exit /b 1

:failed
echo The page could not be made.
if "%BCNET_NO_PAUSE%"=="" pause
exit /b 1
